import { documented } from '@guichet/kernel/documented';
import { operators } from '@guichet/operators/catalogue';

/** The code of an operator of the catalogue (`isOperatorCode`), as options of a schema (`kernel/forms.ts`). */
export const operator_form = documented({ pattern: `^(?:${operators.map(({ code }) => code).join('|')})$` });
