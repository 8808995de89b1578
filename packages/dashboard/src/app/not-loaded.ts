/** The texts are in both languages, because the code that determines the language has not loaded either. */
const words = [
  { lang: 'en', sentence: 'The page could not be loaded.', link: 'Try again' },
  { lang: 'fr', sentence: 'La page n’a pas pu être chargée.', link: 'Réessayer' },
] as const;

/** Shows a message when a script of the page fails to load. */
export function tellNotLoaded(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && !document.querySelector('.not-loaded')) sayNotLoaded();
    },
    // These events do not bubble.
    { capture: true },
  );
}

function sayNotLoaded(): void {
  const note = document.createElement('div');
  note.className = 'not-loaded';
  note.role = 'alert';
  for (const { lang, sentence, link } of words) {
    const again = document.createElement('a');
    again.href = location.pathname + location.search;
    again.textContent = link;
    const line = document.createElement('p');
    line.lang = lang;
    line.append(`${sentence} `, again);
    note.append(line);
  }
  document.body.prepend(note);
}
