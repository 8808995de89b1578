import { KeyObject, ProfileObject } from '@guichet/core/accounts';
import {
  DeliveryObject,
  DeliveryReport,
  DoctorReport,
  EndpointReportObject,
  EventObject,
  ResentObject,
} from '@guichet/core/events';
import { WaitingObject } from '@guichet/core/operations';
import { RequestObject } from '@guichet/core/platform';
import {
  AccountObject,
  CheckedObject,
  ListedAccountObject,
  OperatorRoute,
  ProviderObject,
  RuleChange,
  RuleObject,
} from '@guichet/core/routing';

/** Named schemas of the pages Developers and Settings. */
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
