import { defineTexts } from '../../language/define-texts.ts';

export const brand_texts = defineTexts({
  en: {
    title: 'Payment page',
    color: 'Brand colour',
    color_about: 'Used for buttons and accents on the payment page, in every template and both modes.',
    picker: 'Pick a colour',
    code: 'Code',
    code_hint: '#RRGGBB. Empty: the default blue.',
    wrong_code: 'Enter the colour as # and six hexadecimal digits, for example #0055AA.',
    default_blue: 'Back to the default blue',
    contrast: 'Contrast with white text',
    contrast_of: (ratio: string) => `${ratio}:1`,
    good: 'Easy to read',
    poor: 'Hard to read',
    warning: (ratio: string, least: string) =>
      `White text on this colour has a contrast of ${ratio}:1, below the ${least}:1 that WCAG requires.`,
    warning_more:
      'You can still save it. The payment page then uses black text on your buttons, so that customers can read them.',
    templates: 'Default template',
    templates_about:
      'Used for every payment that does not name a template. The previews follow the colour as you change it.',
    template_names: {
      default: 'Default',
      abidjan: 'Abidjan',
      cotonou: 'Cotonou',
    },
    template_abouts: {
      default: 'Balanced, for mobile and desktop',
      abidjan: 'Mobile-first: the amount up front',
      cotonou: 'Desktop-first: two columns',
    },
    preview: (name: string) => `Preview: ${name}`,
  },
  fr: {
    title: 'Page de paiement',
    color: 'Couleur de marque',
    color_about: 'Boutons et accents de la page de paiement, dans chaque modèle et dans les deux modes.',
    picker: 'Choisir une couleur',
    code: 'Code',
    code_hint: '#RRGGBB. Vide : le bleu par défaut.',
    wrong_code: 'Saisissez la couleur avec # et six chiffres hexadécimaux, par exemple #0055AA.',
    default_blue: 'Revenir au bleu par défaut',
    contrast: 'Contraste avec du texte blanc',
    contrast_of: (ratio) => `${ratio}:1`,
    good: 'Facile à lire',
    poor: 'Difficile à lire',
    warning: (ratio, least) =>
      `Le texte blanc sur cette couleur a un contraste de ${ratio}:1, sous les ${least}:1 que demandent les WCAG.`,
    warning_more:
      'Vous pouvez l’enregistrer quand même. La page de paiement affiche alors le texte de vos boutons en noir, pour que vos clients puissent le lire.',
    templates: 'Modèle par défaut',
    templates_about:
      'Pour chaque paiement sans modèle précisé. Les aperçus suivent la couleur pendant que vous la changez.',
    template_names: {
      default: 'Default',
      abidjan: 'Abidjan',
      cotonou: 'Cotonou',
    },
    template_abouts: {
      default: 'Équilibré, pour mobile et ordinateur',
      abidjan: 'Pour mobile d’abord : le montant en tête',
      cotonou: 'Pour ordinateur d’abord : deux colonnes',
    },
    preview: (name) => `Aperçu : ${name}`,
  },
});
