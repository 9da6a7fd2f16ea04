import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (endpoint) => ({ access_key: 'a', secret_key: 'a secret', endpoint }),
  text: 'SELECT 1',
  emptyResults: ['{}'],
}
