import type { Reporter, TestModule } from 'vitest/node';

/** The part of the conformance suite's name after the connector's. */
const suite_name = / keeps the connector contract:$/;

/**
 * Prints, for each connector, how many conformance cases passed, and how many cannot occur with its provider.
 */
export function makeConformanceLines(): Reporter {
  return {
    onTestRunEnd: (modules) => {
      for (const line of modules.flatMap(linesOf)) process.stdout.write(`${line}\n`);
    },
  };
}

function linesOf(module: TestModule): string[] {
  const suites = [...module.children.suites()].filter(({ name }) => suite_name.test(name));
  return suites.map((suite) => {
    const states = [...suite.children.allTests()].map((test) => test.result().state);
    const count = (state: string): number => states.filter((one) => one === state).length;
    const name = suite.name.replace(suite_name, '');
    const never = count('skipped');
    return `conformance of ${name}: ${count('passed')} of ${states.length - never} cases passed, ${never} that the provider never makes`;
  });
}
