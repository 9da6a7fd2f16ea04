import type { DestinationDescriptor, DestinationFields } from '@sightline/contract/destinations.ts'
import { useMemo } from 'react'
import { configFields } from '../../ui/dynamic-form/config-fields.ts'
import { useNamedForm } from '../../ui/dynamic-form/NamedForm.tsx'

/** The form state of a destination, new or stored. */
export function useDestinationForm(type: DestinationDescriptor, stored: { name: string; options: Record<string, unknown> }) {
  const fields = useMemo(() => configFields(type.configuration_schema, stored.options), [type, stored])
  const form = useNamedForm(fields, stored.name)
  return {
    ...form,
    /** @returns the request body; null if fields are missing, which then show their errors */
    checked: (): DestinationFields | null => {
      const checked = form.checked()
      return checked && { name: checked.name, type: type.type, options: checked.values }
    },
  }
}
