/**
 * A reporter of vitest: the seed of the random tests first; at the end why tests were skipped, and one line with the
 * numbers and what this run left out.
 */
export default class TestSummary {
  onInit() {
    const { TEST_RANDOM = '0.1', TEST_SEED } = process.env;
    console.log(`Random tests: ${TEST_RANDOM} of their length, with TEST_SEED=${TEST_SEED}.`);
    this.begin = Date.now();
  }

  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const notes = new Map();
    for (const module of modules) {
      // A file that does not load has no tests.
      if (module.state() === 'failed' && module.children.size === 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state in counts ? state : 'failed'] += 1;
        if (state === 'passed' && test.diagnostic()?.retryCount > 0)
          console.log(`needed a second try: ${test.fullName}`);
        if (state !== 'skipped') continue;
        const note = test.result().note ?? test.parent.name ?? 'no reason given';
        notes.set(note, [...(notes.get(note) ?? []), test.fullName]);
      }
    }
    for (const [note, names] of notes)
      console.log(
        `${names.length} skipped: ${note} (${names.slice(0, 3).join('; ')}${names.length > 3 ? '; …' : ''})`,
      );
    counts.failed += errors.length;
    const numbers = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
    const { TESTS_LEFT_OUT: leftOut } = process.env;
    const seconds = Math.round((Date.now() - this.begin) / 1000);
    console.log(`${numbers}, in ${seconds} s.${leftOut ? ` Left out: ${leftOut}.` : ''}`);
  }
}
