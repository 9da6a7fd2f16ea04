import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => ({ url, password: 'a secret' }),
  text: 'RETURN 1',
}
