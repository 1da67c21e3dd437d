import type { Language } from '../../domain/language.ts';

export interface ActivityTexts {
  readonly title: string;
  readonly intro: string;
  readonly when: string;
  readonly who: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
  readonly operator: string;
  readonly none: string;
  readonly month: string;
  readonly show: string;
  readonly caption: (month: string) => string;
  /** What was done, by the name of its command. A command of an operator keeps its own name. */
  readonly commands: Readonly<Record<string, string>>;
}

export const activityTexts: Readonly<Record<Language, ActivityTexts>> = {
  tr: {
    title: 'Yapılan işlemler',
    intro: 'Bu iş yerinin kullanıcılarının ve servisi işletenlerin yaptığı değişiklikler, en yenisi üstte.',
    when: 'Ne zaman',
    who: 'Kim',
    what: 'Ne',
    before: 'Önce',
    after: 'Sonra',
    operator: 'Servis',
    none: 'Bu ayda kayıtlı işlem yok. Başka bir ay seçin.',
    month: 'Ay',
    show: 'Göster',
    caption: (month) => `${month} işlemleri`,
    commands: {
      'desk-change-profile': 'Adını ya da dilini değiştirdi',
      'desk-change-password': 'Şifresini değiştirdi',
      'desk-try-code': 'Ayarlarda bir kod denedi',
      'desk-begin-code': 'Yeni uygulama kurmaya başladı',
      'desk-enrol-code': 'Tek kullanımlık kod kurdu',
      'desk-renew-recovery-codes': 'Kurtarma kodlarını yeniledi',
      'desk-invite-user': 'Kullanıcı davet etti',
      'desk-change-role': 'Rol değiştirdi',
      'desk-remove-user': 'Kullanıcı çıkardı',
      'desk-withdraw-invitation': 'Daveti geri çekti',
      'desk-change-looks': 'Ödeme sayfasının görünümünü değiştirdi',
      'put-desk-user': 'Panel kullanıcısını düzenledi',
      'remove-desk-user': 'Panel kullanıcısını çıkardı',
      'put-dealer': 'İş yerinin ayarlarını değiştirdi',
    },
  },
  en: {
    title: 'Activity',
    intro: 'What users of this merchant and those who run the service changed, newest first.',
    when: 'When',
    who: 'Who',
    what: 'What',
    before: 'Before',
    after: 'After',
    operator: 'Service',
    none: 'Nothing is recorded in this month. Choose another one.',
    month: 'Month',
    show: 'Show',
    caption: (month) => `Activity of ${month}`,
    commands: {
      'desk-change-profile': 'Changed own name or language',
      'desk-change-password': 'Changed own password',
      'desk-try-code': 'Tried a code in the settings',
      'desk-begin-code': 'Began to set up a new app',
      'desk-enrol-code': 'Set up the one-time code',
      'desk-renew-recovery-codes': 'Renewed the recovery codes',
      'desk-invite-user': 'Invited a user',
      'desk-change-role': 'Changed a role',
      'desk-remove-user': 'Removed a user',
      'desk-withdraw-invitation': 'Withdrew an invitation',
      'desk-change-looks': 'Changed the looks of the payment page',
      'put-desk-user': 'Set up a desk user',
      'remove-desk-user': 'Removed a desk user',
      'put-dealer': 'Changed the merchant’s settings',
    },
  },
};
