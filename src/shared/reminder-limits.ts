/** How often and how late a customer is reminded. Imports nothing: the server and the web application use this file. */

export const MAX_REMINDER_RULES = 5;
export const MAX_REMINDER_HOURS = 720;
/** What a workspace may set as the most for one request. */
export const MAX_REMINDERS = 10;
