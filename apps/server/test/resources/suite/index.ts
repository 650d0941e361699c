import { declarations } from '@daybook/api';
import type { Resource } from '@daybook/domain';
import { samples } from '../../support/samples/index.ts';
import { testBulk } from './bulk.ts';
import { testChanges, testJournal } from './changes.ts';
import { testFields } from './fields.ts';
import { testList, testOrders } from './list.ts';
import { testReferences } from './references.ts';
import type { ResourceTest } from './test.ts';
import { testUndo, testVersions } from './undo.ts';

/** What docs/rules.md says of the records of every resource; the sample of the resource says what they look like. */
export function testResource(resource: Resource, it: ResourceTest): void {
  testList(resource, it);
  const { sort } = samples[resource].list;
  if (sort !== undefined) {
    testOrders(resource, sort, it);
    testChanges(resource, it);
  }
  testFields(resource, it);
  testVersions(resource, it);
  testJournal(resource, it);
  testReferences(resource, it);
  testUndo(resource, it);
  if (declarations.has(`${resource}.bulk`)) testBulk(resource, it);
}

export { resourceTest } from './test.ts';
