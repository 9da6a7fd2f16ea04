import { useMemo } from 'react'
import { ColorField } from '../../ColorField.tsx'
import type { EditorProps } from '../../visualization.ts'
import type { MapOptions } from '../options.ts'
import { prepare } from '../prepare.ts'
import styles from './fields.module.css'

export function GroupsTab({ options, data, onChange }: EditorProps<MapOptions>) {
  const groups = useMemo(() => (data?.kind === 'columns' ? prepare(data, options).groups : []), [data, options])
  return groups.map(({ name, color }) => (
    <div key={name} className={styles.row}>
      <span className={styles.name}>{name}</span>
      <ColorField
        label={name}
        value={options.groups[name]?.color ?? null}
        automatic={color}
        onChange={(own) =>
          onChange({ groups: { ...options.groups, [name]: { ...options.groups[name], color: own ?? undefined } } })
        }
      />
    </div>
  ))
}
