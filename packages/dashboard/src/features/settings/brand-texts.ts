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
    logo: 'Logo',
    logo_about:
      'Shown beside your name on the payment page, on payment links and, if there is room, on receipts. Your browser makes any picture small enough.',
    choose_logo: 'Choose a picture',
    replace_logo: 'Choose another picture',
    remove_logo: 'Remove the logo',
    white_ground: 'White background',
    logo_on: { light: 'The logo on a light background', dark: 'The logo on a dark background' },
    not_drawable: 'Your browser cannot read this picture. Choose a PNG, JPEG, WebP or SVG file.',
    templates: 'Default template',
    templates_about:
      'Used for every payment that does not name a template. The previews follow your changes.',
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
    logo: 'Logo',
    logo_about:
      'À côté de votre nom sur la page de paiement, sur les liens de paiement et, s’il y a la place, sur les reçus. Votre navigateur réduit l’image à la bonne taille.',
    choose_logo: 'Choisir une image',
    replace_logo: 'Choisir une autre image',
    remove_logo: 'Retirer le logo',
    white_ground: 'Fond blanc',
    logo_on: { light: 'Le logo sur un fond clair', dark: 'Le logo sur un fond sombre' },
    not_drawable:
      'Votre navigateur ne peut pas lire cette image. Choisissez un fichier PNG, JPEG, WebP ou SVG.',
    templates: 'Modèle par défaut',
    templates_about: 'Pour chaque paiement sans modèle précisé. Les aperçus suivent vos changements.',
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
