/** The names of `events` that other packages may import: events and their stream, webhook endpoints and deliveries. */
export { listEvents } from './list.ts';
export { browseOwnEvents, EventResend, EventsQuery, resendOwnEvent, showOwnEvent } from './manage.ts';
export { readEventText } from './read.ts';
export { EventObject, EventPage, EventQuery } from './schemas.ts';
export { type EventStream, makeEventStream, StreamQuery } from './stream.ts';
export { type EventType, eventTypes } from './types.ts';
export { makeAwaitAcknowledged } from './webhooks/deliveries/await-acknowledged.ts';
export { forgetOldDeliveries } from './webhooks/deliveries/forget.ts';
export {
  DeliveryQuery,
  listOwnDeliveries,
  ResendInput,
  resendOwnDelivery,
  resendToOwnEndpoint,
  showOwnDelivery,
} from './webhooks/deliveries/manage.ts';
export { DeliveryObject, DeliveryPage, DeliveryReport, ResentObject } from './webhooks/deliveries/schemas.ts';
export { startDelivering } from './webhooks/delivery/deliver.ts';
export { findDueEndpoints } from './webhooks/delivery/queries.ts';
export { makeSender } from './webhooks/delivery/send.ts';
export { signatureHeaders } from './webhooks/delivery/sign.ts';
export { type Examination, examineEndpoint } from './webhooks/doctor/examine.ts';
export { createEndpoint, EndpointInput } from './webhooks/endpoints/create.ts';
export { deleteEndpoint } from './webhooks/endpoints/delete.ts';
export { disableEndpoint, enableEndpoint } from './webhooks/endpoints/enable.ts';
export { tidyEndpoints } from './webhooks/endpoints/housekeep.ts';
export { listTroubledEndpoints } from './webhooks/endpoints/queries.ts';
export {
  DoctorReport,
  EnabledEndpointObject,
  EndpointReportObject,
  RotatedSecretObject,
} from './webhooks/endpoints/report.ts';
export { RotationInput, rotateSecret } from './webhooks/endpoints/rotate-secret.ts';
export { EndpointObject } from './webhooks/endpoints/schemas.ts';
export { testEndpoint } from './webhooks/endpoints/send-test.ts';
export { listEndpoints, showEndpoint } from './webhooks/endpoints/show.ts';
export { EndpointChange, updateEndpoint } from './webhooks/endpoints/update.ts';
