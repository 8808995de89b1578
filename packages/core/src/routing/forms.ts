import { documented } from '@guichet/kernel/documented';
import { operators } from '@guichet/operators/catalogue';

/** A schema's pattern for an operator code of the catalogue (`isOperatorCode`, `kernel/forms.ts`). */
export const operator_form = documented({ pattern: `^(?:${operators.map(({ code }) => code).join('|')})$` });
