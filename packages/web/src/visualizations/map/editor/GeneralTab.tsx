import { Button } from '@mantine/core'
import { readBounds } from '@sightline/domain/maps/bounds.ts'
import { ColumnSelect } from '../../ColumnSelect.tsx'
import type { EditorProps } from '../../visualization.ts'
import type { MapOptions } from '../options.ts'

/** The columns of the coordinates and of the groups. */
export function GeneralTab({ options, columns, onChange }: EditorProps<MapOptions>) {
  const known = (wanted: string) => (columns.some(({ name }) => name === wanted) ? wanted : null)
  const lat = known(options.latColName)
  const lon = known(options.lonColName)
  return (
    <>
      <ColumnSelect
        label="Latitude Column"
        columns={columns}
        value={lat}
        isRequired
        error={lat === null ? 'Choose a latitude column.' : null}
        onChange={(latColName) => latColName !== null && onChange({ latColName })}
      />
      <ColumnSelect
        label="Longitude Column"
        columns={columns}
        value={lon}
        isRequired
        error={lon === null ? 'Choose a longitude column.' : null}
        onChange={(lonColName) => lonColName !== null && onChange({ lonColName })}
      />
      <ColumnSelect
        label="Group By"
        columns={columns}
        value={options.classify}
        isRequired={false}
        error={null}
        onChange={(classify) => onChange({ classify })}
      />
      <Button
        variant="default"
        disabled={readBounds(options.bounds) === null}
        onClick={() => onChange({ bounds: null })}
        title="Moving the map in the preview keeps what is seen of it."
      >
        Fit to all markers
      </Button>
    </>
  )
}
