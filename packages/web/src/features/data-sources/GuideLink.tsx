import { Trans } from '@lingui/react/macro'
import { HelpLink } from '../../app/help/HelpLink.tsx'
import { isHelpTopic } from '../../app/help/help-topics.ts'

/** Links to the help page about a type of data source, if the help has the page. */
export function GuideLink({ topic }: { topic: string }) {
  return isHelpTopic(topic) ? (
    <div>
      <HelpLink topic={topic}>
        <Trans>Setup Instructions</Trans>
      </HelpLink>
    </div>
  ) : null
}
