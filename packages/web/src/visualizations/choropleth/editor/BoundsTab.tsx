import { Button, NumberInput } from '@mantine/core'
import { type Bounds, readBounds, storedCorners } from '@sightline/domain/maps/bounds.ts'
import { FieldPair } from '../../EditorTabs.tsx'
import type { EditorProps } from '../../visualization.ts'
import type { ChoroplethOptions } from '../options.ts'

const WORLD: Bounds = { south: -56, west: -168, north: 78, east: 180 }
const rounded = (degrees: number) => Number(degrees.toFixed(4))

/** The bounds of the map, which also follow when the map in the preview is moved. */
export function BoundsTab({ options, onChange }: EditorProps<ChoroplethOptions>) {
  const stored = readBounds(options.bounds)
  const field = (label: string, key: keyof Bounds) => (
    <NumberInput
      label={label}
      placeholder="Auto"
      decimalScale={4}
      value={stored ? rounded(stored[key]) : ''}
      onChange={(degrees) => {
        if (typeof degrees === 'number') onChange({ bounds: storedCorners({ ...(stored ?? WORLD), [key]: degrees }) })
      }}
    />
  )
  return (
    <>
      <FieldPair>
        {field('North latitude', 'north')}
        {field('West longitude', 'west')}
      </FieldPair>
      <FieldPair>
        {field('South latitude', 'south')}
        {field('East longitude', 'east')}
      </FieldPair>
      <Button variant="default" disabled={stored === null} onClick={() => onChange({ bounds: undefined })}>
        Show the whole map
      </Button>
    </>
  )
}
