import { ActionIcon, Anchor, Tooltip } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useHelp } from '../shell-actions.ts'
import { type HelpTopic, helpTopics } from './help-topics.ts'

interface HelpLinkProps {
  topic: HelpTopic
  /** What the link says; a question mark alone when left out. */
  children?: string
}

/** Leads to a page of the help, which opens beside the page. */
export function HelpLink({ topic, children }: HelpLinkProps) {
  const open = useHelp()
  if (children !== undefined) {
    return (
      <Anchor component="button" type="button" size="sm" onClick={() => open(topic)}>
        {children}
      </Anchor>
    )
  }
  const label = `Help: ${helpTopics[topic]}`
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => open(topic)}>
        <IconHelpCircle size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
