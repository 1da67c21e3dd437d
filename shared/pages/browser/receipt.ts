import { byId, show } from './elements.ts';

// The buttons of a receipt. They are hidden where the script does not run.

show(byId('actions'), true);
byId('print').addEventListener('click', () => print());
byId('share').addEventListener('click', () => {
  const about = { title: document.title, url: location.href };
  const shared = navigator.share === undefined ? navigator.clipboard.writeText(about.url) : navigator.share(about);
  shared.then(
    () => show(byId('copied'), navigator.share === undefined),
    () => undefined,
  );
});
