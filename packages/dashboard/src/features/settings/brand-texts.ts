import { defineTexts } from '../../language/define-texts.ts';

export const brand_texts = defineTexts({
  en: {
    title: 'Payment page',
    color: 'Brand colour',
    color_about: 'Buttons and accents of the payment page, in every template, in both modes.',
    picker: 'Pick a colour',
    code: 'Code',
    code_hint: '#RRGGBB. Empty: the blue of the service.',
    wrong_code: 'Write the colour as # and six digits from 0 to F, for example #0055AA.',
    default_blue: 'Back to the default blue',
    contrast: 'Contrast with white text',
    contrast_of: (ratio: string) => `${ratio}:1`,
    good: 'Easy to read',
    poor: 'Hard to read',
    warning: (ratio: string, least: string) =>
      `White text on this colour has a contrast of ${ratio}:1, below the ${least}:1 that WCAG asks for.`,
    warning_more:
      'You can save it all the same. The payment page then writes on your buttons in black, so that customers can read them.',
    templates: 'Default template',
    templates_about:
      'For every payment that does not name one. The previews follow the colour as you change it.',
    template_names: {
      default: 'Default',
      abidjan: 'Abidjan',
      cotonou: 'Cotonou',
    },
    template_abouts: {
      default: 'Balanced, for phone and desk',
      abidjan: 'For phones first: the amount up front',
      cotonou: 'For desks first: two columns',
    },
    preview: (name: string) => `Preview: ${name}`,
  },
  fr: {
    title: 'Page de paiement',
    color: 'Couleur de marque',
    color_about: 'Boutons et accents de la page de paiement, dans chaque modèle et dans les deux modes.',
    picker: 'Choisir une couleur',
    code: 'Code',
    code_hint: '#RRGGBB. Vide : le bleu du service.',
    wrong_code: 'Écrivez la couleur avec # et six chiffres de 0 à F, par exemple #0055AA.',
    default_blue: 'Revenir au bleu par défaut',
    contrast: 'Contraste avec du texte blanc',
    contrast_of: (ratio) => `${ratio}:1`,
    good: 'Facile à lire',
    poor: 'Difficile à lire',
    warning: (ratio, least) =>
      `Le texte blanc sur cette couleur a un contraste de ${ratio}:1, sous les ${least}:1 que demandent les WCAG.`,
    warning_more:
      'Vous pouvez l’enregistrer quand même. La page de paiement écrit alors vos boutons en noir, pour que vos clients puissent les lire.',
    templates: 'Modèle par défaut',
    templates_about:
      'Pour chaque paiement qui n’en nomme pas. Les aperçus suivent la couleur pendant que vous la changez.',
    template_names: {
      default: 'Default',
      abidjan: 'Abidjan',
      cotonou: 'Cotonou',
    },
    template_abouts: {
      default: 'Équilibré, pour téléphone et bureau',
      abidjan: 'Pour le téléphone d’abord : le montant en tête',
      cotonou: 'Pour le bureau d’abord : deux colonnes',
    },
    preview: (name) => `Aperçu : ${name}`,
  },
});
