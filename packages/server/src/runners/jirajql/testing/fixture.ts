import type { SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => ({ url, username: 'ada', password: 'a token' }),
  text: '{}',
  emptyResults: ['{}'],
}
