/** What admins are told while no mail can be sent. @param feature what does not work without: `invite emails` */
export const mailWarning = (feature = 'feature'): string =>
  `It looks like your mail server isn't configured. Make sure to configure it for the ${feature} to work.`
