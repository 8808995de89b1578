import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import type { Endpoint } from './webhooks.ts';
import { webhooks_texts } from './webhooks-texts.ts';

/** Whether an endpoint is enabled, and its health. */
export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const texts = useTexts(webhooks_texts);
  const { enabled, disabled_reason, health } = endpoint;
  if (!enabled) {
    const by_hand = disabled_reason === null || disabled_reason === 'by_hand';
    return (
      <Badge tone={by_hand ? 'quiet' : 'bad'}>{by_hand ? texts.off : texts.off_why[disabled_reason]}</Badge>
    );
  }
  if (health.failures > 0) return <Badge tone="warn">{texts.failing(health.failures)}</Badge>;
  return <Badge tone="good">{texts.on}</Badge>;
}
