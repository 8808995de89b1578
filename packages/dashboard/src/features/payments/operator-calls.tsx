import { useTexts } from '../../language/use-language.tsx';
import { When } from '../../parts/when.tsx';
import type { OperatorCall } from './payment.ts';
import { payment_texts } from './payment-texts.ts';

/** The stored requests to a provider and its responses, redacted. */
export function OperatorCalls({ calls }: { readonly calls: readonly OperatorCall[] }) {
  const texts = useTexts(payment_texts);
  const exchanges = calls.flatMap(({ created_at, exchanges: some }) =>
    some.map((exchange, index) => ({ key: `${created_at} ${index}`, created_at, ...exchange })),
  );
  if (exchanges.length === 0) return <p className="what-detail">{texts.no_calls}</p>;
  return (
    <details className="call">
      <summary>
        {texts.calls} ({exchanges.length})
      </summary>
      {exchanges.map(({ key, created_at, method, url, request, status, response, problem, duration_ms }) => (
        <details key={key} className="call">
          <summary>
            <span className="mono">
              {method} {url}
            </span>{' '}
            <span className="what-detail">
              {status ?? problem ?? texts.no_answer}, {duration_ms} ms, <When at={created_at} precise />
            </span>
          </summary>
          {request !== null && <pre>{request}</pre>}
          <pre>{response ?? problem ?? texts.no_answer}</pre>
        </details>
      ))}
    </details>
  );
}
