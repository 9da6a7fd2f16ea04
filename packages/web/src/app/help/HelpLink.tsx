import { t } from '@lingui/core/macro'
import { ActionIcon, Anchor, Tooltip } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useHelp } from '../shell-actions.ts'
import { type HelpTopic, helpTopics } from './help-topics.ts'

interface HelpLinkProps {
  topic: HelpTopic
  /** Text of the link; a question mark icon if omitted. */
  children?: ReactNode
}

/** A link to a help topic, which opens in the help drawer. */
export function HelpLink({ topic, children }: HelpLinkProps) {
  const open = useHelp()
  if (children !== undefined) {
    return (
      <Anchor component="button" type="button" size="sm" onClick={() => open(topic)}>
        {children}
      </Anchor>
    )
  }
  const label = t`Help: ${helpTopics[topic]}`
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => open(topic)}>
        <IconHelpCircle size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
