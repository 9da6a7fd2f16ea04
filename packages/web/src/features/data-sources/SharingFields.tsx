import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupsQuery } from '../groups/api.ts'
import { settingsQuery } from '../settings/api.ts'

/** Group id → view only. */
export type Sharing = Record<string, boolean>

const WRAPPER_ORDER: ('label' | 'input' | 'description')[] = ['label', 'input', 'description']

interface SharingFieldsProps {
  /** null as long as nobody has chosen: then it is what the organization has set. */
  value: Sharing | null
  onChange(value: Sharing): void
}

/** Who may use a new data source. Admins may in any case. */
export function SharingFields({ value, onChange }: SharingFieldsProps) {
  const groups = useQuery(groupsQuery)
  const settings = useQuery(settingsQuery)
  if (!groups.data || !settings.data) return null
  const offered = groups.data.filter(({ type, name }) => type !== 'builtin' || name !== 'admin')
  const choices = offered.map(({ id, name }) => ({ value: String(id), label: name }))
  const usual = offered.find(({ type }) => type === 'builtin')
  const unchosen: Sharing = usual && settings.data.share_new_data_sources ? { [usual.id]: false } : {}
  const sharing = value ?? unchosen
  const groupsWith = (viewOnly: boolean) => Object.keys(sharing).filter((id) => sharing[id] === viewOnly)
  const change = (viewOnly: boolean) => (ids: string[]) => {
    const others = Object.entries(sharing).filter(([id, isViewOnly]) => isViewOnly !== viewOnly && !ids.includes(id))
    onChange(Object.fromEntries([...others, ...ids.map((id) => [id, viewOnly] as const)]))
  }
  const shared = { data: choices, searchable: true, inputWrapperOrder: WRAPPER_ORDER }
  return (
    <>
      <MultiSelect
        {...shared}
        label="Groups with Full Access"
        description="Their members write and run queries. Admins always may."
        value={groupsWith(false)}
        onChange={change(false)}
      />
      <MultiSelect
        {...shared}
        label="Groups with View Only"
        description="Their members run what others have saved."
        value={groupsWith(true)}
        onChange={change(true)}
      />
    </>
  )
}
