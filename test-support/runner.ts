import { TestRunner } from 'vitest';
import { takeWorkerEnd } from './worker-end.ts';

/** Vitest's own runner; only it is notified when its worker ends. */
// biome-ignore lint/style/noDefaultExport: that is where Vitest looks for it.
export default class extends TestRunner {
  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    takeWorkerEnd(this.onCleanupWorkerContext);
  }
}
