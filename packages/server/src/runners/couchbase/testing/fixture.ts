import { hostOptions, type SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => ({ ...hostOptions(url), port: String(hostOptions(url).port), user: 'ada', password: 'a secret' }),
  text: 'SELECT 1',
  emptyResults: ['{}'],
}
