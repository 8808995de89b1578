import { Link } from '@tanstack/react-router';
import type { components } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { When } from '../../parts/when.tsx';
import { logs_texts } from './logs-texts.ts';

export type Delivery = components['schemas']['Delivery'];

const tones = { waiting: 'accent', delivered: 'good', failed: 'bad' } as const satisfies Record<
  Delivery['status'],
  Tone
>;

/** The status of a delivery. */
export function DeliveryBadge({ status }: Pick<Delivery, 'status'>) {
  const { statuses } = useTexts(logs_texts);
  return <Badge tone={tones[status]}>{statuses[status]}</Badge>;
}

/** A table of deliveries, in which each row links to its delivery. */
export function DeliveryTable({
  caption,
  deliveries,
}: {
  readonly caption: string;
  readonly deliveries: readonly Delivery[];
}) {
  const texts = useTexts(logs_texts);
  const { path } = useFrame();
  return (
    <DataTable
      caption={caption}
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'event',
          title: texts.event,
          is_main: true,
          show: ({ id, event, object_id }) => (
            <div>
              <Link
                to="/$merchant_id/$mode/developers/deliveries/$delivery_id"
                params={{ ...path, delivery_id: id }}
                className="row-link"
              >
                {event}
              </Link>
              <div className="mono quiet">{object_id}</div>
            </div>
          ),
        },
        { key: 'status', title: texts.status, show: ({ status }) => <DeliveryBadge status={status} /> },
        { key: 'tries', title: texts.tries, align: 'end', show: ({ attempts }) => String(attempts) },
        {
          key: 'last',
          title: texts.last_try,
          show: ({ last_attempt }) =>
            last_attempt === null
              ? texts.no_try
              : (last_attempt.error ??
                (last_attempt.status_code === null ? '' : texts.status_code(last_attempt.status_code))),
        },
        { key: 'at', title: texts.happened, show: ({ created_at }) => <When at={created_at} /> },
      ]}
    />
  );
}
