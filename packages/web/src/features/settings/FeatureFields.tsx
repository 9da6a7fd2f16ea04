import { Checkbox } from '@mantine/core'
import type { SettingsFieldsProps } from './OrganizationPage.tsx'
import { Section } from './Section.tsx'

/** What this installation does, and what not. */
export function FeatureFields({ settings, onChange }: SettingsFieldsProps) {
  return (
    <Section title="Features">
      <Checkbox
        label="Permissions control"
        description="Owners may let others edit a single query or dashboard."
        checked={settings.feature_show_permissions_control}
        onChange={(event) => onChange({ feature_show_permissions_control: event.currentTarget.checked })}
      />
      <Checkbox
        label="Failure emails"
        description="The owners of scheduled queries that fail get an email, at most one an hour."
        checked={settings.send_email_on_failed_scheduled_queries}
        onChange={(event) => onChange({ send_email_on_failed_scheduled_queries: event.currentTarget.checked })}
      />
      <Checkbox
        label="Multi-byte search"
        description="Finds queries by any piece of their name or description: for languages without spaces. Slower on many queries."
        checked={settings.multi_byte_search_enabled}
        onChange={(event) => onChange({ multi_byte_search_enabled: event.currentTarget.checked })}
      />
      <Checkbox
        label="No public dashboards"
        description="Dashboards can no longer be shared with everybody, and addresses that were shared do not open."
        checked={settings.disable_public_urls}
        onChange={(event) => onChange({ disable_public_urls: event.currentTarget.checked })}
      />
      <Checkbox
        label="Usage reports"
        description="Your answer is kept here. Sightline sends nothing anywhere."
        checked={settings.beacon_consent ?? false}
        onChange={(event) => onChange({ beacon_consent: event.currentTarget.checked })}
      />
    </Section>
  )
}
