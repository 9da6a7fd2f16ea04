import { TagsInput } from '@mantine/core'
import styles from './OrganizationPage.module.css'
import type { SettingsFieldsProps } from './OrganizationPage.tsx'
import { Section } from './Section.tsx'
import { SwitchSetting, TextSetting } from './SettingFields.tsx'

interface SignInFieldsProps extends SettingsFieldsProps {
  canDisablePasswords: boolean
}

/** How people come in. */
export function SignInFields({ canDisablePasswords, ...at }: SignInFieldsProps) {
  const { settings, onChange } = at
  return (
    <Section title="Signing In" help="authentication-options">
      <SwitchSetting
        name="auth_password_login_enabled"
        label="Password login"
        description={
          canDisablePasswords
            ? 'Switched off, everybody signs in by one of the other ways: try them first. Should all of them fail, the operator brings passwords back with “npm run admin -- enable-password-login”.'
            : 'It stays on as long as there is no other way in, such as Google, OpenID Connect, SAML or LDAP.'
        }
        disabled={!canDisablePasswords}
        {...at}
      />
      <TagsInput
        label="Google domains"
        description="Whoever signs in with Google and an address in one of these domains gets an account. Enter adds a domain."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={settings.auth_google_apps_domains}
        onChange={(auth_google_apps_domains) => onChange({ auth_google_apps_domains })}
        acceptValueOnBlur
        // There is nothing to choose from.
        comboboxProps={{ disabled: true }}
      />
      <SwitchSetting
        name="auth_saml_enabled"
        label="SAML"
        description="People sign in at the identity provider of your organization."
        {...at}
      />
      {settings.auth_saml_enabled && <SamlFields {...at} />}
    </Section>
  )
}

function SamlFields(at: SettingsFieldsProps) {
  const isSetUp = at.settings.auth_saml_type === 'static' || at.settings.auth_saml_metadata_url !== ''
  return (
    <div className={styles.details}>
      <TextSetting
        name="auth_saml_metadata_url"
        label="Metadata URL"
        type="url"
        {...at}
        {...(isSetUp ? {} : { description: 'Until it is known, nobody can sign in with SAML.' })}
      />
      <TextSetting name="auth_saml_entity_id" label="Entity ID" {...at} />
      <TextSetting name="auth_saml_nameid_format" label="NameID format" {...at} />
    </div>
  )
}
