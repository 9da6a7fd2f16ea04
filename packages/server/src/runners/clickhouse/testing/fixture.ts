import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => ({ url, dbname: 'default' }),
  text: 'SELECT 1',
  unverified: { verify: false },
}
