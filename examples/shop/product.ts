/** The only product of this shop. */
export const product = {
  name: 'Pagne wax, 6 yards',
  description: 'Coton imprimé des deux côtés, couleurs qui tiennent au lavage. Motif « fleurs de mariage ».',
  /** In the major unit: 25,000 F CFA. */
  amount: 25_000,
  currency: 'XOF',
} as const;

export const shopName = 'Boutique Aya';
