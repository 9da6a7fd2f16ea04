import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { useSession } from '../../../app/session.ts'
import { ParametersBar } from '../../../ui/parameters/ParametersBar.tsx'
import { ParameterSettings } from './ParameterSettings.tsx'
import type { Parameters } from './use-parameters.ts'

interface QueryParametersProps {
  parameters: Parameters
  place: 'bar' | 'canvas'
  /** Opens the settings of a parameter; null where they are not to be changed. */
  onEdit: ((definition: Definition) => void) | null
  onApply(): void
}

/** The parameters of a query; nothing for a query without any. */
export function QueryParameters({ parameters, place, onEdit, onApply }: QueryParametersProps) {
  const { definitions, options, set } = parameters
  const { dateFormat } = useSession().client_config
  if (definitions.length === 0) return null
  return (
    <ParametersBar
      definitions={definitions}
      options={options}
      dateFormat={dateFormat}
      place={place}
      onChange={(changed) => set((now) => now.map((each) => (each.name === changed.name ? changed : each)))}
      onApply={onApply}
    >
      {onEdit !== null && (
        <ParameterSettings
          definitions={definitions}
          onMove={(name, to) => set((now) => moved(now, name, to))}
          onEdit={onEdit}
        />
      )}
    </ParametersBar>
  )
}

/** The parameters with one of them at another place, counted from 0. */
export function moved(definitions: readonly Definition[], name: string, to: number): readonly Definition[] {
  const one = definitions.filter((definition) => definition.name === name)
  return definitions.filter((definition) => definition.name !== name).toSpliced(to, 0, ...one)
}
