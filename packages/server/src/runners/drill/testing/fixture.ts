import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => ({ url, username: 'ada', password: 'a secret' }),
  text: 'SELECT 1',
}
