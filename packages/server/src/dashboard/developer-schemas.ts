import { KeyObject } from '@guichet/core/api-keys/manage';
import {
  AccountObject,
  CheckedObject,
  ListedAccountObject,
  ProviderObject,
} from '@guichet/core/connector-accounts/schemas';
import { EventObject } from '@guichet/core/events/schemas';
import { ProfileObject } from '@guichet/core/merchants/manage';
import { RequestObject } from '@guichet/core/request-log/list';
import { OperatorRoute, RuleChange, RuleObject } from '@guichet/core/routing/manage';
import { WaitingObject } from '@guichet/core/sandbox/manage';
import { DeliveryObject, DeliveryReport, ResentObject } from '@guichet/core/webhook-deliveries/schemas';
import { DoctorReport, EndpointReportObject } from '@guichet/core/webhook-endpoints/report';

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
