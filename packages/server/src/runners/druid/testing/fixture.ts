import { hostOptions, type SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: hostOptions,
  text: 'SELECT 1',
}
