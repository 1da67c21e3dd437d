import type { DeskFileForm } from '../../../shared/desk/call/desk-call.ts';
import { MAX_LOGO_FILE_BYTES } from '../../../shared/domain/dealer/dealer-looks.ts';
import type { FileFormProblem } from '../../../shared/http/file-form.ts';
import { logoFields } from '../../../shared/pages/desk/account/logo-fields.ts';

const STATUS: Readonly<Record<FileFormProblem, 400 | 413>> = { 'too-large': 413, malformed: 400 };

/** The form of the looks takes a logo, and no other form of the desk a file. */
export const looksFileForm: DeskFileForm = {
  field: logoFields.file,
  maxFileBytes: MAX_LOGO_FILE_BYTES,
  isPosted: ({ route, parameters }) => route === 'POST /desk/settings/{part}' && parameters.part === 'looks',
  refused: async (frame, problem) => {
    const [{ looksTexts }, { unchangedDeskPage }] = await Promise.all([
      import('../../../shared/pages/desk/account/looks-texts.ts'),
      import('../../../shared/pages/desk/frame/unchanged-desk-page.ts'),
    ]);
    const { title, unread } = looksTexts[frame.language];
    const back = { href: '/desk/looks', text: title };
    return {
      statusCode: STATUS[problem],
      page: unchangedDeskPage({ sentence: unread[problem] }, { frame, section: 'settings', back }),
    };
  },
};
