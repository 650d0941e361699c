/** A reporter of vitest that prints why each skipped test was skipped. */
export default class SkipNotes {
  onTestRunEnd(modules) {
    for (const module of modules)
      for (const test of module.children.allTests('skipped'))
        console.log(`skipped: ${test.fullName}: ${test.result().note ?? 'no reason given'}`);
  }
}
