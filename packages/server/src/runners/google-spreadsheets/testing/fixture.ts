import { googleOptions, type SourceFixture } from '../../../testing/source-fixture.ts'

export const fixture: SourceFixture = {
  options: googleOptions({}),
  text: 'abc',
  hasSchema: false,
}
