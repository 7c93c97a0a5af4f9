/** Where the provider tells what became of a message, and what customers answer. */
export const STATUS_PATH = '/phone/status';
export const INBOUND_PATH = '/phone/inbound';
