import type { SettingsFieldsProps } from './OrganizationPage.tsx'
import { Section } from './Section.tsx'
import { SwitchSetting } from './SettingFields.tsx'

/** What this installation does, and what not. */
export function FeatureFields(at: SettingsFieldsProps) {
  return (
    <Section title="Features">
      <SwitchSetting
        name="feature_show_permissions_control"
        label="Permissions control"
        description="Owners may let others edit a single query or dashboard."
        {...at}
      />
      <SwitchSetting
        name="send_email_on_failed_scheduled_queries"
        label="Failure emails"
        description="The owners of scheduled queries that fail get an email, at most one an hour."
        {...at}
      />
      <SwitchSetting
        name="multi_byte_search_enabled"
        label="Multi-byte search"
        description="Finds queries by any piece of their name or description: for languages without spaces. Slower on many queries."
        {...at}
      />
      <SwitchSetting
        name="disable_public_urls"
        label="No public dashboards"
        description="Dashboards can no longer be shared with everybody, and addresses that were shared do not open."
        {...at}
      />
      <SwitchSetting
        name="share_new_data_sources"
        label="New data sources for everybody"
        description="A new data source is shared with the group default unless an admin chooses other groups. Off: only admins may use it until they share it."
        {...at}
      />
      <SwitchSetting
        name="beacon_consent"
        label="Usage reports"
        description="Your answer is kept here. Sightline sends nothing anywhere."
        {...at}
      />
    </Section>
  )
}
