import { KeyObject } from '@guichet/core/accounts/api-keys/manage';
import { ProfileObject } from '@guichet/core/accounts/merchants/manage';
import { EventObject } from '@guichet/core/events/schemas';
import {
  DeliveryObject,
  DeliveryReport,
  ResentObject,
} from '@guichet/core/events/webhooks/deliveries/schemas';
import { DoctorReport, EndpointReportObject } from '@guichet/core/events/webhooks/endpoints/report';
import { WaitingObject } from '@guichet/core/operations/sandbox/manage';
import { RequestObject } from '@guichet/core/platform/request-log/list';
import {
  AccountObject,
  CheckedObject,
  ListedAccountObject,
  ProviderObject,
} from '@guichet/core/routing/connector-accounts/schemas';
import { OperatorRoute, RuleChange, RuleObject } from '@guichet/core/routing/manage';

/** What has a name in the document for the pages of developers and settings. */
export const developer_schemas = {
  ApiKey: KeyObject,
  WebhookEndpoint: EndpointReportObject,
  WebhookReport: DoctorReport,
  Delivery: DeliveryObject,
  DeliveryReport,
  Resent: ResentObject,
  Event: EventObject,
  ApiRequest: RequestObject,
  SandboxWaiting: WaitingObject,
  Profile: ProfileObject,
  OperatorRoute,
  Rule: RuleObject,
  RuleChange,
  ListedAccount: ListedAccountObject,
  Account: AccountObject,
  Provider: ProviderObject,
  AccountCheck: CheckedObject,
};
