import Type from 'typebox';
import { EndpointObject } from './schemas.ts';

const text_or_null = Type.Union([Type.String(), Type.Null()]);
const Secrets = Type.Array(
  Type.Object({ id: Type.String(), created_at: Type.String(), expires_at: text_or_null }),
  { description: 'The valid secrets, newest first.' },
);

/** An endpoint as the merchant's staff see it (`EndpointReport`). Times are ISO 8601 with an offset. */
export const EndpointReportObject = Type.Object({
  ...EndpointObject.properties,
  health: Type.Object({
    failures: Type.Integer({ description: 'Consecutive failed attempts.' }),
    failing_since: text_or_null,
    paused_until: text_or_null,
    last_delivered_at: text_or_null,
    waiting: Type.Integer({ description: 'Deliveries that are still to be made.' }),
    failed: Type.Integer({ description: 'Deliveries that were given up; they can be resent.' }),
  }),
  secrets: Secrets,
});

/** An endpoint with the time from which it was disabled: events since then can be sent again. */
export const EnabledEndpointObject = Type.Object({
  ...EndpointReportObject.properties,
  was_off_since: text_or_null,
});

export const RotatedSecretObject = Type.Object({
  id: Type.String(),
  secret: Type.String({ description: 'Shown only here.' }),
  secrets: Secrets,
});

/** The doctor's report on an endpoint. */
export const DoctorReport = Type.Object({
  endpoint_id: Type.String(),
  url: Type.String(),
  ok: Type.Boolean(),
  findings: Type.Array(
    Type.Object({
      probe: Type.Enum([
        'endpoint',
        'address',
        'name',
        'connection',
        'certificate',
        'answer',
        'wrong_signature',
        'missing_signature',
        'unusual_json',
        'old_timestamp',
        'whole_body',
      ]),
      ok: Type.Boolean(),
      problem: Type.Union([Type.String(), Type.Null()], {
        description: 'With `ok: true` it is a warning.',
      }),
      detail: Type.String(),
      fix: text_or_null,
    }),
  ),
});
