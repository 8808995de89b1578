import { findOperator } from '../catalogue.ts';

/** A number in E.164 in its national form: Orange's contracts in Cameroon, Senegal and Burkina accept no other. */
export function nationalOf(phone: string, operator: string): string {
  const calling_code = findOperator(operator)?.calling_code ?? '';
  const prefix = `+${calling_code}`;
  return phone.startsWith(prefix) ? phone.slice(prefix.length) : phone.replace(/^\+/, '');
}
