import type { PlugInVisualization } from '@sightline/contract/visualizations.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { offeredTypes, visualizationOf } from '../registry.ts'
import { typeChoices } from '../type-choices.ts'
import { readFromFrame } from './frame-protocol.ts'
import { learnPlugIns, nameOfType } from './known-types.ts'

const dots: PlugInVisualization = {
  type: 'acme_dots',
  name: 'Dots',
  icon: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  options_schema: {
    type: 'object',
    secret: [],
    required: ['value'],
    properties: { value: { type: 'string', column: 'number' } },
  },
  script_url: '/api/visualization_scripts/0123456789abcdef',
  size: { columns: 2, rows: 4 },
}

afterEach(() => learnPlugIns([]))

describe('the visualization types of plug-ins', () => {
  it('are looked up, named and offered last, once the settings name them (OPEN-496)', () => {
    expect([visualizationOf('acme_dots'), nameOfType('acme_dots')]).toEqual([null, 'acme_dots'])
    learnPlugIns([dots])
    expect(visualizationOf('acme_dots')).toMatchObject({ name: 'Dots', size: { columns: 2, rows: 4, autoHeight: false } })
    expect(offeredTypes(null).at(-1)?.type).toBe('acme_dots')
    expect([nameOfType('acme_dots'), nameOfType('WORD_CLOUD')]).toEqual(['Dots', 'Word Cloud'])
  })

  it('are the same objects until the settings name others, so that nothing is drawn again (OPEN-496)', () => {
    learnPlugIns([dots])
    const before = visualizationOf('acme_dots')
    learnPlugIns([{ ...dots }])
    expect(visualizationOf('acme_dots')).toBe(before)
    learnPlugIns([])
    expect(visualizationOf('acme_dots')).toBeNull()
  })

  it('are offered for results with the columns that they require (OPEN-496)', () => {
    learnPlugIns([dots])
    const offered = (type: 'integer' | 'string') =>
      typeChoices({ type: 'TABLE', options: {} }, [{ name: 'n', type, source_type: '' }], [], false).find(
        ({ key }) => key === 'acme_dots',
      )
    expect(offered('integer')).toMatchObject({ name: 'Dots', fits: true })
    expect(offered('string')).toMatchObject({ fits: false, asksFor: 'a column of numbers' })
  })
})

describe('messages of a frame', () => {
  it('are read if they are well formed, and their texts are limited (OPEN-499)', () => {
    expect(readFromFrame({ kind: 'drawn', turn: 2, extra: 1 })).toEqual({ kind: 'drawn', turn: 2 })
    expect(readFromFrame({ kind: 'leave' })).toEqual({ kind: 'leave' })
    const failed = readFromFrame({ kind: 'failed', message: 'x'.repeat(9999) })
    expect(failed?.kind === 'failed' && failed.message.length).toBe(500)
    for (const data of [
      null,
      'drawn',
      {},
      { kind: 'drawn' },
      { kind: 'drawn', turn: '1' },
      { kind: 'failed' },
      { kind: 'eval' },
    ])
      expect(readFromFrame(data)).toBeNull()
  })
})
