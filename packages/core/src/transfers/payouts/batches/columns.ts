import { excerpt } from './excerpt.ts';
import { type BatchField, doubtful, type Finding, wrong } from './findings.ts';

/** The accepted column names, without accents, in lower case, with one space between words. */
const titles: Readonly<Record<BatchField, readonly string[]>> = {
  amount: ['amount', 'montant', 'somme'],
  currency: ['currency', 'devise', 'monnaie'],
  phone: [
    ...['phone', 'phone number', 'mobile', 'mobile number', 'msisdn', 'recipient phone'],
    ...['telephone', 'numero', 'numero de telephone', 'tel', 'portable', 'telephone du beneficiaire'],
  ],
  operator: ['operator', 'network', 'operateur', 'reseau'],
  first_name: ['first name', 'given name', 'prenom', 'prenoms'],
  last_name: [
    ...['last name', 'surname', 'family name', 'name', 'full name', 'recipient', 'recipient name'],
    ...['nom', 'nom de famille', 'nom complet', 'nom et prenom', 'nom et prenoms', 'beneficiaire'],
  ],
  description: ['description', 'note', 'purpose', 'motif', 'libelle', 'objet'],
  reference: ['reference', 'ref', 'your reference', 'votre reference', 'matricule'],
};

const field_of = new Map(
  Object.entries(titles).flatMap(([field, names]) => names.map((name) => [name, field as BatchField])),
);

/** The columns that a file must have, with their names for messages. */
const required = [
  { field: 'amount', name_en: 'amount', name_fr: 'montant' },
  { field: 'currency', name_en: 'currency', name_fr: 'devise' },
  { field: 'phone', name_en: 'phone', name_fr: 'téléphone' },
] as const;

/** The field of each column; null for an unknown column. */
export type Columns = readonly (BatchField | null)[];

/** Parses the heading, whose columns may be in English or French and in any order. */
export function readHeading(
  line: number,
  cells: readonly string[],
): { columns: Columns; findings: Finding[] } {
  const findings: Finding[] = [];
  const seen = new Set<BatchField>();
  const columns = cells.map((title) => {
    const field = field_of.get(plain(title));
    if (field !== undefined && !seen.has(field)) {
      seen.add(field);
      return field;
    }
    if (field !== undefined) findings.push(wrong('column_twice', { title: excerpt(title) }, { line, field }));
    else if (title.trim() !== '')
      findings.push(doubtful('column_not_used', { title: excerpt(title) }, { line }));
    return null;
  });
  for (const column of required) {
    if (!seen.has(column.field))
      findings.push(wrong('column_missing', column, { line, field: column.field }));
  }
  return { columns, findings };
}

function plain(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}
