import {
  IconAddressBook,
  IconChartBar,
  IconCode,
  IconCoins,
  IconDeviceMobile,
  IconHistory,
  IconLink,
  IconLock,
  IconReceipt,
  IconSend,
  IconSettings,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { audit_texts } from '../features/audit/texts.ts';
import { balances_texts } from '../features/balances/texts.ts';
import { counter_texts } from '../features/counter/texts.ts';
import { customers_texts } from '../features/customers/texts.ts';
import { developers_texts } from '../features/developers/texts.ts';
import { overview_texts } from '../features/overview/texts.ts';
import { payment_links_texts } from '../features/payment-links/texts.ts';
import { payments_texts } from '../features/payments/texts.ts';
import { payout_texts } from '../features/payouts/texts.ts';
import { security_texts } from '../features/security/texts.ts';
import { settings_texts } from '../features/settings/texts.ts';
import { team_texts } from '../features/team/texts.ts';
import type { Texts } from '../language/define-texts.ts';
import type { Scope } from './me.ts';

export interface Section {
  readonly to:
    | '/$merchant_id/$mode/overview'
    | '/$merchant_id/$mode/payments'
    | '/$merchant_id/$mode/payment-links'
    | '/$merchant_id/$mode/counter'
    | '/$merchant_id/$mode/customers'
    | '/$merchant_id/$mode/balances'
    | '/$merchant_id/$mode/payouts'
    | '/$merchant_id/$mode/developers'
    | '/$merchant_id/$mode/settings'
    | '/$merchant_id/$mode/team'
    | '/$merchant_id/$mode/audit'
    | '/$merchant_id/$mode/security';
  readonly title: Texts<{ readonly title: string }>;
  readonly icon: TablerIcon;
  readonly group: 'money' | 'company' | 'you';
  /** The permission needed to see the section; undefined if everybody may see it. */
  readonly scope?: Scope;
}

/** The sections of the sidebar, in order; people start at the first section that they may see. */
export const sections: readonly Section[] = [
  {
    to: '/$merchant_id/$mode/overview',
    title: overview_texts,
    icon: IconChartBar,
    group: 'money',
    scope: 'payments:read',
  },
  {
    to: '/$merchant_id/$mode/payments',
    title: payments_texts,
    icon: IconReceipt,
    group: 'money',
    scope: 'payments:read',
  },
  {
    to: '/$merchant_id/$mode/payment-links',
    title: payment_links_texts,
    icon: IconLink,
    group: 'money',
    scope: 'payment_links:read',
  },
  {
    to: '/$merchant_id/$mode/counter',
    title: counter_texts,
    icon: IconDeviceMobile,
    group: 'money',
    scope: 'tills:read',
  },
  {
    to: '/$merchant_id/$mode/customers',
    title: customers_texts,
    icon: IconAddressBook,
    group: 'money',
    scope: 'customers:read',
  },
  {
    to: '/$merchant_id/$mode/balances',
    title: balances_texts,
    icon: IconCoins,
    group: 'money',
    scope: 'balances:read',
  },
  {
    to: '/$merchant_id/$mode/payouts',
    title: payout_texts,
    icon: IconSend,
    group: 'money',
    scope: 'payouts:read',
  },
  {
    to: '/$merchant_id/$mode/developers',
    title: developers_texts,
    icon: IconCode,
    group: 'company',
    scope: 'developers:read',
  },
  {
    to: '/$merchant_id/$mode/settings',
    title: settings_texts,
    icon: IconSettings,
    group: 'company',
    scope: 'settings:read',
  },
  {
    to: '/$merchant_id/$mode/team',
    title: team_texts,
    icon: IconUsers,
    group: 'company',
    scope: 'team:read',
  },
  {
    to: '/$merchant_id/$mode/audit',
    title: audit_texts,
    icon: IconHistory,
    group: 'company',
    scope: 'audit:read',
  },
  { to: '/$merchant_id/$mode/security', title: security_texts, icon: IconLock, group: 'you' },
];
