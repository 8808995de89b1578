import type { Language } from '../checkout-page/page.ts';

/** The name and the purpose of one door. */
type Door = readonly [name: string, about: string];

/** The words of the welcome page in one language. */
export interface WelcomeTexts {
  readonly title: string;
  readonly about: string;
  readonly dashboard: Door;
  readonly docs: Door;
  readonly demo: Door;
  readonly verify: string;
}

export const welcome_texts: Readonly<Record<Language, WelcomeTexts>> = {
  fr: {
    title: 'Encaisser par mobile money',
    about: 'Ce service encaisse des paiements par mobile money pour ses marchands.',
    dashboard: ['Tableau de bord', 'Voir l’argent, rembourser, verser, régler les opérateurs.'],
    docs: ['Documentation', 'Brancher une boutique : sessions, webhooks, bibliothèque.'],
    demo: ['Essayer', 'Payer une commande de démonstration avec de l’argent fictif.'],
    verify: 'Vérifier un reçu',
  },
  en: {
    title: 'Take mobile money',
    about: 'This service collects mobile-money payments for its merchants.',
    dashboard: ['Dashboard', 'See the money, refund, pay out, set up operators.'],
    docs: ['Documentation', 'Connect a shop: sessions, webhooks, the library.'],
    demo: ['Try it', 'Pay a demo order with play money.'],
    verify: 'Check a receipt',
  },
  sw: {
    title: 'Pokea malipo ya simu',
    about: 'Huduma hii inakusanya malipo ya simu kwa niaba ya wafanyabiashara wake.',
    dashboard: ['Dashibodi', 'Angalia pesa, rudisha, lipa, panga mitandao.'],
    docs: ['Nyaraka', 'Unganisha duka: vikao, webhooks, maktaba.'],
    demo: ['Jaribu', 'Lipa oda ya majaribio kwa pesa ya kuigiza.'],
    verify: 'Hakiki risiti',
  },
  pt: {
    title: 'Receber por mobile money',
    about: 'Este serviço recebe pagamentos por mobile money para os seus comerciantes.',
    dashboard: ['Painel', 'Ver o dinheiro, reembolsar, pagar, configurar operadores.'],
    docs: ['Documentação', 'Ligar uma loja: sessões, webhooks, biblioteca.'],
    demo: ['Experimentar', 'Pagar uma encomenda de demonstração com dinheiro fictício.'],
    verify: 'Verificar um recibo',
  },
  ar: {
    title: 'استقبال الدفع بالهاتف',
    about: 'تجمع هذه الخدمة مدفوعات المحافظ الهاتفية لتجّارها.',
    dashboard: ['لوحة التحكم', 'الاطلاع على المال، والإرجاع، والدفع، وإعداد المشغّلين.'],
    docs: ['الوثائق', 'ربط متجر: الجلسات، وwebhooks، والمكتبة.'],
    demo: ['جرّب', 'ادفع طلبًا تجريبيًا بمال وهمي.'],
    verify: 'التحقق من إيصال',
  },
};
