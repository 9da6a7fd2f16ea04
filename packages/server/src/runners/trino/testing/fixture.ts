import { hostOptions, type SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: (url) => ({ ...hostOptions(url), username: 'ada' }),
  text: 'SELECT 1',
}
