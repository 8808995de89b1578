/** The exports of `routing` that other packages may import: connector accounts, offers of operators, rules. */
export { readAccountBalance } from './connector-accounts/balance.ts';
export { checkAccount } from './connector-accounts/check.ts';
export { createAccount } from './connector-accounts/create.ts';
export { type ClosedAccount, findClosedAccounts } from './connector-accounts/find-closed.ts';
export { listProviders } from './connector-accounts/list-providers.ts';
export {
  AccountChange,
  AccountInput,
  addAccount,
  changeOwnAccount,
  checkOwnAccount,
  listOwnAccounts,
  SwitchInput,
  switchOwnAccount,
} from './connector-accounts/manage.ts';
export { makeAccounts } from './connector-accounts/open.ts';
export { makeProviderHosts, type ProviderHosts } from './connector-accounts/provider-hosts.ts';
export {
  AccountList,
  AccountObject,
  CheckedObject,
  ListedAccountObject,
  ProviderObject,
} from './connector-accounts/schemas.ts';
export { findProvider, readSettings } from './connector-accounts/settings.ts';
export { listMerchantAccounts, showAccount } from './connector-accounts/show.ts';
export { switchAccount, updateAccountSettings } from './connector-accounts/update.ts';
export { operator_form } from './forms.ts';
export { makeListOperators } from './list-operators.ts';
export { listRules } from './list-rules.ts';
export { changeRule, listRoutes, OperatorRoute, RuleChange, RuleObject, removeRule } from './manage.ts';
export { chargeOf, dialFor, isAvailable } from './offers.ts';
export { percentOf } from './percent-of.ts';
export { makeRankOffers, type RankOffers } from './rank-offers.ts';
export { OperatorObject, OperatorPage, OperatorQuery } from './schemas.ts';
export { setRule } from './set-rule.ts';
