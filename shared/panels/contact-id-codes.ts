import { type Code, readCodes } from './event-types.ts';
import type { PanelMaker } from './panel-makers.ts';

/**
 * The event codes of Contact ID (SIA DC-05-2016). The names are Guard's own, and the types are what an alarm receiving centre
 * makes of them. The codes 750 to 789 mean what an installer decides, so they are unknown here.
 */
export const CONTACT_ID_CODES = readCodes(`
100 medical zone Medical alarm
101 medical zone Personal emergency
102 missed-check-in zone Fail to report in
103 medical zone Fall detected
110 fire zone Fire alarm
111 fire zone Smoke alarm
112 fire zone Combustion alarm
113 fire zone Water flow alarm
114 fire zone Heat alarm
115 fire zone Fire pull station
116 fire zone Duct smoke alarm
117 fire zone Flame alarm
118 fire zone Near fire alarm
120 panic zone Panic alarm
121 panic user Duress
122 panic zone Silent panic alarm
123 panic zone Audible panic alarm
124 panic zone Duress, access granted
125 panic zone Duress, exit granted
126 panic user Hold-up suspected
129 panic zone Panic verified
130 intrusion zone Burglary alarm
131 intrusion zone Perimeter alarm
132 intrusion zone Interior alarm
133 intrusion zone 24-hour safe alarm
134 intrusion zone Entry or exit alarm
135 intrusion zone Day and night alarm
136 intrusion zone Outdoor alarm
137 tamper zone Tamper alarm
138 intrusion zone Near burglary alarm
139 intrusion:critical zone Burglary verified
140 general-alarm zone General alarm
141 expansion-trouble zone Polling loop open
142 expansion-trouble zone Polling loop short
143 expansion-trouble zone Expansion module failure
144 tamper zone Sensor tamper
145 tamper zone Expansion module tamper
146 intrusion zone Silent burglary alarm
147 sensor-lost zone Sensor missing
150 general-alarm zone 24-hour alarm, not burglary
151 gas zone Gas alarm
152 temperature zone Refrigeration alarm
153 temperature zone Loss of heat
154 water-leak zone Water alarm
155 intrusion zone Foil break
156 sensor-trouble zone Day trouble
157 technical zone Bottled gas low
158 temperature zone Temperature high
159 temperature zone Temperature low
161 technical zone Loss of air flow
162 carbon-monoxide zone Carbon monoxide alarm
163 technical zone Tank level
168 technical zone Humidity high
169 technical zone Humidity low
200 fire-supervisory zone Fire supervisory
201 fire-supervisory zone Water pressure low
202 fire-supervisory zone Carbon dioxide low
203 fire-supervisory zone Gate valve
204 fire-supervisory zone Water level low
205 fire-supervisory zone Pump active
206 fire-supervisory zone Pump failure
300 system-trouble zone System trouble
301 mains-failure none Mains failure
302 low-battery:medium none System battery low
303 system-trouble none Memory checksum wrong
304 system-trouble none Program checksum wrong
305 status none System reset
306 settings-changed none Panel programming changed
307 system-trouble none Self-test failed
308 system-trouble none System shut down
309 low-battery:medium none Battery test failed
310 ground-fault none Ground fault
311 low-battery:medium none System battery missing
312 overcurrent none Power supply overcurrent
313 status user Engineer reset
314 power-supply-trouble none Power supply failure
315 system-trouble zone System trouble
316 tamper zone System tamper
317 tamper zone Control panel tamper
320 output-trouble zone Sounder or relay trouble
321 siren-trouble none Siren 1 trouble
322 siren-trouble none Siren 2 trouble
323 output-trouble zone Alarm relay trouble
324 output-trouble zone Trouble relay trouble
325 output-trouble zone Reversing relay trouble
326 siren-trouble zone Notification circuit 3 trouble
327 siren-trouble zone Notification circuit 4 trouble
330 expansion-trouble zone Peripheral trouble
331 expansion-trouble zone Polling loop open
332 expansion-trouble zone Polling loop short
333 expansion-trouble zone Expansion module failure
334 expansion-trouble zone Repeater failure
335 printer-trouble none Printer has no paper
336 printer-trouble none Printer failure
337 power-supply-trouble zone Expansion module without direct current
338 low-battery zone Expansion module battery low
339 status zone Expansion module reset
341 tamper zone Expansion module tamper
342 mains-failure zone Expansion module without mains
343 expansion-trouble zone Expansion module self-test failed
344 radio-interference none Radio interference
345 communication-trouble zone Encryption switched off
350 communication-trouble none Communication trouble
351 phone-line-trouble none Phone line 1 trouble
352 phone-line-trouble none Phone line 2 trouble
353 communication-trouble none Long range radio trouble
354 communication-trouble none Failure to communicate an event
355 communication-trouble none Radio supervision lost
356 communication-trouble none Central polling lost
357 communication-trouble none Long range radio antenna trouble
358 communication-trouble none Periodic communication test failed
370 sensor-trouble zone Protection loop trouble
371 sensor-trouble zone Protection loop open
372 sensor-trouble zone Protection loop short
373 fire-trouble zone Fire trouble
374 intrusion zone Exit alarm
375 panic-trouble zone Panic zone trouble
376 panic-trouble zone Hold-up zone trouble
377 sensor-trouble zone Zone alarms too often
378 sensor-trouble zone Cross-zone trouble
380 sensor-trouble zone Sensor trouble
381 sensor-lost zone Radio sensor missing
382 sensor-lost zone Bus sensor missing
383 tamper zone Sensor tamper
384 low-battery zone Transmitter battery low
385 fire-trouble:medium zone Smoke detector too sensitive
386 fire-trouble:medium zone Smoke detector not sensitive enough
387 sensor-trouble zone Intrusion detector too sensitive
388 sensor-trouble zone Intrusion detector not sensitive enough
389 sensor-trouble zone Sensor self-test failed
391 sensor-trouble zone Sensor watch trouble
392 sensor-trouble zone Drift compensation error
393 sensor-trouble:low zone Maintenance needed
394 sensor-trouble zone Carbon monoxide detector expired
400 opening/closing user Opening / Closing
401 opening/closing user Opening / Closing
402 opening/closing user Group opening / Group closing
403 opening/closing user Automatic opening / Automatic closing
404 opening/closing user Late opening / Late closing
405 opening/closing user Deferred opening / Deferred closing
406 alarm-cancelled user Alarm cancelled
407 opening/closing user Remote opening / Remote closing
408 opening/closing user Quick opening / Quick closing
409 opening/closing user Opening by key switch / Closing by key switch
411 remote-access user Callback requested
412 remote-access user Remote access succeeded
413 remote-access user Remote access failed
414 status user System shut down by command
415 status user Dialler shut down by command
416 remote-access zone Upload succeeded
421 access-denied user Access denied
422 access user Access reported
423 door-forced zone Door forced
424 access-denied user Exit denied
425 access user Exit granted
426 door-held-open zone Door held open
427 door-trouble zone Door contact trouble
428 door-trouble zone Request to exit trouble
429 settings-changed user Access programming begins
430 settings-changed user Access programming ends
431 status user Access threat level changed
432 door-trouble zone Access relay failed
433 bypass zone Request to exit shunted
434 bypass zone Door contact shunted
435 access user Access by a second person
436 access user Irregular access
441 opening/partial-closing user Opening / Armed stay
442 opening/partial-closing user Opening by key switch / Armed stay by key switch
443 closing user Closing in spite of trouble
444 opening/partial-closing user Opening / Armed night
450 opening/closing user Exceptional opening / Exceptional closing
451 opening/closing user Early opening / Early closing
452 opening/closing user Late opening / Late closing
453 late-to-open user Fail to open
454 late-to-close user Fail to close
455 arming-failed user Automatic closing failed
456 partial-closing user Partial closing
457 exit-error user Exit error
458 status user User on the premises
459 status user Alarm shortly after closing
461 code-tamper zone Wrong user codes
462 access user Right user code
463 closing user Closed again after an alarm
464 settings-changed user Closing time extended
465 status zone Panic alarm reset
466 status user Service on the premises / Service left
501 bypass zone Access reader disabled
520 bypass zone Sounder or relay disabled
521 bypass zone Siren 1 disabled
522 bypass zone Siren 2 disabled
523 bypass zone Alarm relay disabled
524 bypass zone Trouble relay disabled
525 bypass zone Reversing relay disabled
526 bypass zone Notification circuit 3 disabled
527 bypass zone Notification circuit 4 disabled
531 settings-changed zone Module added
532 settings-changed zone Module removed
551 bypass zone Dialler disabled
552 bypass zone Radio transmitter disabled
553 bypass zone Remote upload disabled
554 network-failure zone Fibre converter fault
555 network-failure zone Fibre network fault
570 bypass zone Zone bypassed
571 bypass zone Fire zone bypassed
572 bypass zone 24-hour zone bypassed
573 bypass zone Burglary zone bypassed
574 bypass user Group bypassed
575 bypass zone Zone bypassed because it alarms too often
576 bypass zone Access zone shunted
577 bypass zone Access point bypassed
578 bypass zone Vault zone bypassed
579 bypass zone Vent zone bypassed
601 test none Manual test
602 test none Periodic test
603 test none Periodic radio transmission
604 walk-test user Fire test
605 status zone Status report follows
606 status zone Listen-in follows
607 walk-test user Walk test
608 test none Periodic test, trouble present
609 status zone Video transmitter active
611 walk-test zone Point tested
612 walk-test zone Point not tested
613 walk-test zone Intrusion zone walk-tested
614 walk-test zone Fire zone walk-tested
615 walk-test zone Panic zone walk-tested
616 status zone Service requested
621 status none Event log reset
622 status none Event log half full
623 status none Event log almost full
624 status none Event log overflow
625 settings-changed user Time or date changed
626 status none Time or date not exact
627 remote-access none Programming begins
628 remote-access none Programming ends
629 status none Event log marker
630 settings-changed none Schedule changed
631 settings-changed none Exceptions of a schedule changed
632 settings-changed none Access schedule changed
641 no-activity zone No activity of a resident
642 status user Latchkey user arrived
643 status zone Restricted door opened
645 status zone Help arrived
646 medical zone More help needed
647 status zone More help cancelled
651 status none Reserved by Ademco
652 status user Reserved by Ademco
653 status user Reserved by Ademco
654 no-activity zone System without activity
655 settings-changed user User code changed by an installer
703 general-alarm zone Auxiliary alarm 3
704 walk-test zone Installer test
796 communication-trouble none Signal cannot be sent
798 communication-trouble none Transmitter down
900 remote-access none Download aborted
901 remote-access none Download begins / Download ends
902 remote-access none Download interrupted
903 status none Firmware update begins / Firmware updated
904 status none Firmware update failed
910 closing zone Automatic closing with bypassed zones
911 closing zone Closing with bypassed zones
912 status zone Fire alarm silenced
913 walk-test user Supervisory test begins / Supervisory test ends
914 walk-test user Hold-up test begins / Hold-up test ends
915 walk-test user Burglary test begins / Burglary test ends
916 walk-test user Supervisory test print begins / Supervisory test print ends
917 walk-test zone Burglary diagnostics begin / Burglary diagnostics end
918 walk-test zone Fire diagnostics begin / Fire diagnostics end
919 walk-test zone Diagnostics
920 closing user Closing with an alarm during exit
921 access-denied user Access denied, unknown code
922 general-alarm zone Supervisory alarm
923 bypass zone Supervisory point bypassed
924 sensor-trouble zone Supervisory point trouble
925 bypass zone Hold-up point bypassed
926 mains-failure:high none Mains failure for four hours
927 output-trouble zone Output trouble
928 access user User code of an event
929 access user User logged off
954 communication-trouble none Connection to the receiver failed
961 status none Receiver database failed / Receiver database restored
962 status none Licence expires
`);

/**
 * What the panels of a maker mean by codes that DC-05 reads otherwise, or does not have: Ajax as pysiaalarmajax 4.0.1 lists it
 * from the maker's table, JFL as pyjfl 0.3.0 lists it from the manual of Active panels. Paradox names the codes of the standard.
 */
export const CODES_OF_MAKERS: Readonly<Record<PanelMaker, ReadonlyMap<string, Code>>> = {
  ajax: readCodes(`
351 network-failure none Connection by Ethernet lost
383 bypass zone Lid notifications off
389 fire-trouble zone Fire detector hardware failure
391 camera-trouble zone Photo channel lost
423 panic user Duress
441 partial-closing user Night mode on
550 settings-changed user Photo on demand on / Photo on demand off
730 status zone Photo taken at an alarm
731 status zone Photo taken by schedule
750 settings-changed user Photo by scenario on / Photo by scenario off
835 status none Battery saving begins / Battery saving ends
`),
  jfl: readCodes(`
100 medical user Medical emergency
110 fire user Fire
120 panic user Panic alarm
122 panic user Silent panic alarm
123 panic user Audible panic alarm
139 no-activity zone No movement in the zone
300 output-trouble none Auxiliary output trouble
312 expansion-trouble none Short circuit of the bus
345 low-battery zone Keypad battery low
346 tamper zone Keypad tamper
360 communication-trouble none Mobile network trouble
361 network-failure none Ethernet trouble
363 expansion-trouble none Mobile module trouble
364 system-trouble none SIM card trouble
366 expansion-missing none Ethernet module trouble
391 panic-trouble zone Panic button missing
410 remote-access user Remote programming
417 status none New firmware available
419 settings-changed user A person registered for notifications
421 code-tamper user Wrong user codes
422 status user Output switched on / Output switched off
429 status user Patrol begins
430 status user Patrol ends
611 status user Patrol done
612 missed-check-in user Patrol missed
`),
  paradox: new Map(),
  other: new Map(),
};
