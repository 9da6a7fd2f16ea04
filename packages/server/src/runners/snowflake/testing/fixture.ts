import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (host) => ({ host, account: 'a', user: 'b', password: 'a secret', warehouse: 'd', database: 'e' }),
  text: 'SELECT 1',
}
