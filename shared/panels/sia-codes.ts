import { readCodes } from './event-types.ts';

/**
 * The event codes of SIA DC-03-2017, annex A. From `CC` on, codes that Ajax hubs add, as pysiaalarm 3.2 lists them. The names
 * are Guard's own, and the types are what an alarm receiving centre makes of them.
 */
export const SIA_CODES = readCodes(`
AA tamper none Panel substituted
AB alarm-cancelled zone Alarm aborted by a user
AN -fire-trouble zone Analog fire sensor restored
AR -mains-failure none Mains restored
AS fire-trouble:low zone Analog fire sensor needs service
AT mains-failure none Mains failure
BA intrusion zone Burglary alarm
BB bypass zone Burglary zone bypassed
BC alarm-cancelled user Burglary alarm cancelled
BD sensor-trouble zone Zone alarms too often
BE -sensor-trouble zone Zone no longer alarms too often
BG intrusion zone Burglary alarm, not verified
BH -intrusion zone Burglary alarm restored
BJ -sensor-trouble zone Burglary trouble restored
BM intrusion:critical zone Burglary alarm, second zone
BR -intrusion zone Burglary restored
BS sensor-trouble zone Burglary supervisory
BT sensor-trouble zone Burglary trouble
BU unbypass zone Burglary zone in use again
BV intrusion:critical area Burglary verified
BX walk-test zone Burglary test
BZ sensor-lost zone Sensor missing
CA closing area Automatic closing
CD late-to-close area Closing overdue
CE settings-changed user Closing time extended
CF closing user Forced closing
CG partial-closing area Area closed in part
CI late-to-close area Fail to close
CJ closing user Late closing
CK closing user Early closing
CL closing user Closing
CM intrusion zone Sensor missing shortly after closing
CO status none Command sent
CP closing user Automatic closing
CQ closing user Remote closing
CR status user Alarm shortly after closing
CS closing zone Closing by key switch
CT late-to-open area Late to open
CW status area Was closed by force
CX status none Custom function executed
CZ status zone Single zone closed
DA settings-changed user Card assigned
DB settings-changed user Card deleted
DC status zone Door closed to all
DD access-denied zone Access denied
DE access zone Request to enter
DF door-forced zone Door forced
DG access zone Access granted
DH -door-held-open zone Door no longer held open
DI access-denied zone Access denied, passback
DJ door-trouble zone Forced door in trouble
DK access-denied zone Access locked out
DL door-held-open zone Door held open
DM door-trouble zone Door left open
DN status zone Door left open, no alarm
DO status zone Door open to all
DP access-denied zone Access denied at this time
DQ access-denied zone Access denied while armed
DR -door-forced zone Door restored
DS status zone Door station
DT door-trouble none Access trouble
DU status none Dealer id
DV access-denied zone Access denied, level
DW access-denied zone Access denied, interlock
DX access zone Request to exit
DY status zone Door locked
DZ access-denied zone Access denied, door secured
EA intrusion zone Exit alarm
EE exit-error user Exit error
EJ -tamper zone Expansion device tamper restored
EM expansion-missing zone Expansion device missing
EN -expansion-missing zone Expansion device found again
ER -expansion-trouble zone Expansion device restored
ES tamper zone Expansion device tamper
ET expansion-trouble zone Expansion device trouble
EX technical none External device condition
EZ intrusion zone Sensor missing at an exit error
FA fire zone Fire alarm
FB bypass zone Fire zone bypassed
FC alarm-cancelled zone Fire alarm cancelled
FG fire zone Fire alarm, not verified
FH -fire zone Fire alarm restored
FI walk-test area Fire test begins
FJ -fire-trouble zone Fire trouble restored
FK walk-test area Fire test ends
FL status zone Fire alarm silenced
FM fire zone Fire alarm, second zone
FQ -fire-supervisory zone Fire supervisory trouble restored
FR -fire zone Fire restored
FS fire-supervisory zone Fire supervisory
FT fire-trouble zone Fire trouble
FU unbypass zone Fire zone in use again
FV -fire-supervisory zone Fire supervisory restored
FW fire-supervisory zone Fire supervisory trouble
FX walk-test zone Fire test
FY fire-trouble zone Fire detector missing
FZ fire-supervisory zone Fire supervisory point missing
GA gas zone Gas alarm
GB bypass zone Gas zone bypassed
GH -gas zone Gas alarm restored
GJ -sensor-trouble zone Gas trouble restored
GR -gas zone Gas restored
GS sensor-trouble zone Gas supervisory
GT sensor-trouble zone Gas trouble
GU unbypass zone Gas zone in use again
GX walk-test zone Gas test
HA panic zone Hold-up alarm
HB bypass zone Hold-up zone bypassed
HH -panic zone Hold-up alarm restored
HJ -panic-trouble zone Hold-up trouble restored
HR -panic zone Hold-up restored
HS panic-trouble zone Hold-up supervisory
HT panic-trouble zone Hold-up trouble
HU unbypass zone Hold-up zone in use again
IA system-trouble zone Equipment failure
IR -system-trouble zone Equipment restored
JA code-tamper area Wrong user codes
JD settings-changed user Date changed
JH settings-changed user Holidays changed
JK status user Latchkey user did not disarm
JL status none Event log almost full
JO status none Event log overflow
JP status user User on the premises
JR status area Schedule executed
JS settings-changed user Schedule changed
JT settings-changed user Time changed
JV settings-changed user User code changed
JX settings-changed user User code deleted
JY settings-changed user User code added
JZ settings-changed user User level changed
KA fire zone Heat alarm
KB bypass zone Heat zone bypassed
KH -fire zone Heat alarm restored
KJ -fire-trouble zone Heat trouble restored
KR -fire zone Heat restored
KS fire-supervisory zone Heat supervisory
KT fire-trouble zone Heat trouble
KU unbypass zone Heat zone in use again
LB remote-access none Local programming begins
LD remote-access none Local programming denied
LE status none Listen-in ends
LF status none Listen-in begins
LR -phone-line-trouble none Phone line restored
LS remote-access none Local programming succeeded
LT phone-line-trouble none Phone line trouble
LU remote-access none Local programming failed
LX remote-access none Local programming ends
MA medical zone Medical alarm
MB bypass zone Medical zone bypassed
MH -medical zone Medical alarm restored
MI status none Message
MJ -medical-trouble zone Medical trouble restored
MR -medical zone Medical restored
MS medical-trouble zone Medical supervisory
MT medical-trouble zone Medical trouble
MU unbypass zone Medical zone in use again
NA no-activity zone No activity
NC status none Network condition
NF partial-closing area Perimeter armed by force
NL partial-closing area Perimeter armed
NM partial-closing area Perimeter armed, user defined
NR -network-failure none Network restored
NS -no-activity zone Activity again
NT network-failure none Network failure
OA opening area Automatic opening
OC alarm-cancelled user Alarm cancelled
OG opening area Area opened
OH opening user Early opening from an alarm
OI late-to-open area Fail to open
OJ opening user Late opening
OK opening user Early opening
OL opening user Late opening from an alarm
OP opening user Opening
OQ opening user Remote opening
OR opening user Opening from an alarm
OS opening zone Opening by key switch
OT late-to-close user Late to close
OU output-trouble none Output in trouble
OV -output-trouble none Output restored
OZ status zone Single zone opened
PA panic zone Panic alarm
PB bypass zone Panic zone bypassed
PH -panic zone Panic alarm restored
PJ -panic-trouble zone Panic trouble restored
PR -panic zone Panic restored
PS panic-trouble zone Panic supervisory
PT panic-trouble zone Panic trouble
PU unbypass zone Panic zone in use again
QA medical zone Emergency alarm
QB bypass zone Emergency zone bypassed
QH -medical zone Emergency alarm restored
QJ -medical-trouble zone Emergency trouble restored
QR -medical zone Emergency restored
QS medical-trouble zone Emergency supervisory
QT medical-trouble zone Emergency trouble
QU unbypass zone Emergency zone in use again
RA remote-access none Remote programmer did not answer
RB remote-access none Remote programming begins
RC status none Relay closed
RD remote-access none Remote programming denied
RN status none Remote reset
RO status none Relay opened
RP test none Automatic test
RR status none Power up
RS remote-access none Remote programming succeeded
RT communication-trouble none Data lost
RU remote-access none Remote programming failed
RX test user Manual test
RY walk-test zone Test, not normal
SA fire zone Sprinkler alarm
SB bypass zone Sprinkler zone bypassed
SC status none Change of state
SH -fire zone Sprinkler alarm restored
SJ -fire-trouble zone Sprinkler trouble restored
SR -fire zone Sprinkler restored
SS fire-supervisory zone Sprinkler supervisory
ST fire-trouble zone Sprinkler trouble
SU unbypass zone Sprinkler zone in use again
TA tamper zone Tamper alarm
TB bypass zone Tamper bypassed
TC walk-test none All points tested
TE walk-test none Test ends
TH -tamper zone Tamper alarm restored
TJ -tamper zone Tamper trouble restored
TP walk-test zone Point tested
TR -tamper zone Tamper restored
TS walk-test none Test begins
TT tamper:medium zone Tamper trouble
TU unbypass zone Tamper in use again
TW status none Area watch begins
TX test none Test report
TZ status none Area watch ends
UA general-alarm zone Alarm
UB bypass zone Zone bypassed
UG general-alarm zone Alarm, not verified
UH -general-alarm zone Alarm restored
UJ -sensor-trouble zone Trouble restored
UR -general-alarm zone Zone restored
US sensor-trouble zone Supervisory
UT sensor-trouble zone Trouble
UU unbypass zone Zone in use again
UX general-alarm none Undefined alarm
UY sensor-lost zone Sensor missing
UZ general-alarm zone Sensor missing while armed
VI -printer-trouble none Printer has paper
VO printer-trouble none Printer has no paper
VR -printer-trouble none Printer restored
VT printer-trouble none Printer trouble
VX status none Printer test
VY status none Printer online
VZ status none Printer offline
WA water-leak zone Water alarm
WB bypass zone Water zone bypassed
WH -water-leak zone Water alarm restored
WJ -sensor-trouble zone Water trouble restored
WR -water-leak zone Water restored
WS sensor-trouble zone Water supervisory
WT sensor-trouble zone Water trouble
WU unbypass zone Water zone in use again
XA status none Extra account report
XE status zone Extra point
XF status zone Extra radio point
XH -radio-interference none Radio interference over
XI status zone Sensor reset
XJ -tamper none Radio receiver tamper restored
XL sensor-lost zone Weak radio signal
XM intrusion zone Sensor missing, second zone
XQ radio-interference none Radio interference
XR -low-battery zone Transmitter battery restored
XS tamper none Radio receiver tamper
XT low-battery zone Transmitter battery low
XW bypass zone Zone forced out at closing
XX fail-to-test none Fail to test
YA siren-trouble none Siren fault
YB status none Busy seconds
YC communication-trouble none Communication fails
YD communication-trouble none Receiver line card trouble
YE -communication-trouble none Receiver line card restored
YF system-trouble none Parameter checksum wrong
YG settings-changed none Parameter changed
YH -siren-trouble none Siren restored
YI overcurrent none Overcurrent
YJ -overcurrent none Overcurrent over
YK -communication-trouble none Communication restored
YM low-battery:medium none System battery missing
YN status none Invalid report
YO status none Unknown message
YP power-supply-trouble none Power supply trouble
YQ -power-supply-trouble none Power supply restored
YR -low-battery none System battery restored
YS communication-trouble none Communication trouble
YT low-battery:medium none System battery low
YU system-trouble none Diagnostic error
YW status none Watchdog reset
YX system-trouble none Service required
YY status none Status report
YZ -system-trouble none Service completed
ZA temperature zone Freeze alarm
ZB bypass zone Freeze zone bypassed
ZH -temperature zone Freeze alarm restored
ZJ -sensor-trouble zone Freeze trouble restored
ZR -temperature zone Freeze restored
ZS sensor-trouble zone Freeze supervisory
ZT sensor-trouble zone Freeze trouble
ZU unbypass zone Freeze zone in use again
CC arming-failed area Closing failed
ND panic user Night mode off under duress
NE arming-failed area Night mode failed
NO opening area Night mode off, automatic
NP opening user Night mode off
PC settings-changed user Photo on demand on
PD settings-changed user Photo on demand off
PF camera-trouble zone Photo channel lost
PO -camera-trouble zone Photo channel restored
SM sensor-trouble zone Leak detector trouble
XC -sensor-lost zone Sensor found again
`);
