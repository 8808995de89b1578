const texts = {
  building: [
    ['en', 'The dashboard is being built. This takes a few seconds, once; the page opens by itself.'],
    [
      'fr',
      'Le tableau de bord est en cours de construction. Quelques secondes, une seule fois ; la page s’ouvre d’elle-même.',
    ],
  ],
  failed: [
    ['en', 'The dashboard could not be built. The log of the service says why. Payments continue as usual.'],
    [
      'fr',
      'Le tableau de bord n’a pas pu être construit. Le journal du service dit pourquoi. Les paiements continuent.',
    ],
  ],
} as const;

/** Renders the placeholder while there is no page: both languages, no styles, no external resources. */
export function renderNotice(kind: keyof typeof texts): string {
  const lines = texts[kind].map(([language, text]) => `<p lang="${language}">${text}</p>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Guichet</title></head><body><main><h1>Guichet</h1>${lines.join('')}</main></body></html>`;
}
